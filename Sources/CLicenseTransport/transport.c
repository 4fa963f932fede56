#include "CLicenseTransport.h"
#include <openssl/ssl.h>
int imp_placeholder(void){ return (int)curl_global_init(0) + (int)OPENSSL_VERSION_NUMBER; }
