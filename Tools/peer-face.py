#!/usr/bin/env python3
"""Runs MediaPipe's face landmarker over a clip and prints its CPU time a frame as JSON.

usage: peer-face.py MODELS CLIP FRAMES

The clip is decoded before the clock starts; the clock counts the CPU time of all threads.
"""
import json
import os
import sys
import tempfile
import time
import zipfile

os.environ["GLOG_minloglevel"] = "3"

import cv2
import mediapipe as mp
from mediapipe.tasks.python import BaseOptions, vision

MEMBERS = ("face_detector.tflite", "face_landmarks_detector.tflite", "face_blendshapes.tflite",
           "geometry_pipeline_metadata_landmarks.binarypb")


def main():
    models, clip, wanted = sys.argv[1], sys.argv[2], int(sys.argv[3])
    bundle = os.path.join(tempfile.mkdtemp(), "face_landmarker.task")
    with zipfile.ZipFile(bundle, "w", zipfile.ZIP_STORED) as out:
        for name in MEMBERS:
            out.write(os.path.join(models, name), name)
    capture = cv2.VideoCapture(clip)
    rate = capture.get(cv2.CAP_PROP_FPS) or 30
    frames = []
    while len(frames) < wanted:
        good, picture = capture.read()
        if not good:
            break
        frames.append(cv2.cvtColor(picture, cv2.COLOR_BGR2RGB))
    options = vision.FaceLandmarkerOptions(
        base_options=BaseOptions(model_asset_path=bundle), running_mode=vision.RunningMode.VIDEO,
        num_faces=1, output_face_blendshapes=True, output_facial_transformation_matrixes=True)
    found = 0
    with vision.FaceLandmarker.create_from_options(options) as landmarker:
        begin = time.process_time()
        for index, picture in enumerate(frames):
            image = mp.Image(image_format=mp.ImageFormat.SRGB, data=picture)
            result = landmarker.detect_for_video(image, int(round(index * 1000 / rate)))
            found += bool(result.face_landmarks)
        used = time.process_time() - begin
    print(json.dumps({"frames": len(frames), "found": found, "cpuSeconds": used,
                      "cpuMillisecondsPerFrame": 1000 * used / max(1, len(frames))}))


if __name__ == "__main__":
    main()
