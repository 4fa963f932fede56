#include <curl/curl.h>
int imp_placeholder(void);
