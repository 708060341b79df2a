// libcurl, with one typed door for each kind of argument of its variadic functions.
#pragma once
#include <curl/curl.h>
