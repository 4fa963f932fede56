int imp_placeholder_CFaceGeometry(void);
