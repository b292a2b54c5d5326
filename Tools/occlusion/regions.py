"""The parts of a face that can be covered, by landmarks."""

# Outlines of what is looked at, and the points at which the network's map is sampled.
OUTLINES = {
    "mouth": [61, 185, 40, 39, 37, 0, 267, 269, 270, 409, 291, 375, 321, 405, 314, 17, 84, 181, 91, 146],
    "nose": [6, 122, 188, 114, 217, 126, 129, 98, 97, 2, 326, 327, 358, 355, 437, 343, 412, 351],
    "rightEye": [130, 25, 110, 24, 23, 22, 26, 112, 243, 190, 56, 28, 27, 29, 30, 247],
    "leftEye": [359, 255, 339, 254, 253, 252, 256, 341, 463, 414, 286, 258, 257, 259, 260, 467],
    "rightCheek": [116, 117, 118, 101, 36, 206, 216, 192, 213, 147, 123],
    "leftCheek": [345, 346, 347, 330, 266, 426, 436, 416, 433, 376, 352],
}
POINTS = {
    "mouth": [(61,), (13, 14), (291,), (17,), (164,), (200,)],
    "nose": [(4,), (6, 197), (129,), (358,), (2,)],
    "rightEye": [(33,), (159, 145), (133,), (105,)],
    "leftEye": [(263,), (386, 374), (362,), (334,)],
    "rightCheek": [(117,), (50,), (205,), (187,)],
    "leftCheek": [(346,), (280,), (425,), (411,)],
}
NAMES = list(OUTLINES)
MIRROR = {"mouth": "mouth", "nose": "nose", "rightEye": "leftEye", "leftEye": "rightEye",
          "rightCheek": "leftCheek", "leftCheek": "rightCheek"}
CHANNELS = 128
