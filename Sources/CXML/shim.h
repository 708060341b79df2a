// libxml2: reading and writing Apple's index.
#pragma once
#include <libxml/xmlversion.h>
// Where libxml2 was built with ICU, its headers bring ICU's, which stand against those in Foundation as soon as one
// module imports both. They add members to one struct only, the encoding handler's, which nobody here looks into.
#undef LIBXML_ICU_ENABLED
#include <libxml/parser.h>
#include <libxml/tree.h>
#include <libxml/xmlwriter.h>
