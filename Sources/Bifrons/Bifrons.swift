// The public modules, so that a program needs one import.
@_exported import FaceMesh
@_exported import SceneGraph
@_exported import SessionCore
@_exported import SessionRuntime
@_exported import SpatialMath
@_exported import SystemSupport
