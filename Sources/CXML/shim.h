// libxml2: reading and writing Apple's index.
#pragma once
#include <libxml/parser.h>
#include <libxml/tree.h>
#include <libxml/xmlwriter.h>
