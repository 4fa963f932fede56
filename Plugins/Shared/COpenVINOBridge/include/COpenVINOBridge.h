int imp_placeholder_COpenVINOBridge(void);
