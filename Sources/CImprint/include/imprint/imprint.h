// SPDX-License-Identifier: Apache-2.0
// The whole plugin contract. A plugin in C includes this, or just the headers it needs.
#ifndef IMPRINT_IMPRINT_H
#define IMPRINT_IMPRINT_H

#include "base.h"
#include "host.h"
#include "image.h"
#include "plugin.h"
#include "status.h"

#include "draft/camera-control.h"
#include "draft/camera.h"
#include "draft/card-reader.h"
#include "draft/device-watch.h"
#include "draft/face-capture.h"
#include "draft/face-extractor.h"
#include "draft/face-tracker.h"
#include "draft/face.h"
#include "draft/finger-explainer.h"
#include "draft/finger-extractor.h"
#include "draft/finger-reader.h"
#include "draft/finger.h"
#include "draft/matcher-search.h"
#include "draft/matcher.h"
#include "draft/microphone.h"
#include "draft/sound.h"
#include "draft/speech-recognizer.h"
#include "draft/template.h"
#include "draft/voice-extractor.h"

#endif
