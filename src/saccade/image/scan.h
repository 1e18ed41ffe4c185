#pragma once

#include <functional>
#include <span>
#include <vector>

#include "saccade/scene/frame.h"

namespace saccade {

// From shapes to runs of pixels: what Canvas paints with, and what label maps are filled with, so
// that a picture and its segmentation have the same geometry. Pixel (i, j) is the square
// [i, i+1) x [j, j+1) of the frame that the shape's points are in.

// The pixels x0 <= x < x1 of row y, all covered by the same share 0 < coverage <= 1. Runs come in
// order of y, then x, do not overlap, and lie inside the raster.
using RunSink = std::function<void(int y, int x0, int x1, double coverage)>;

// kSmooth: the share of a pixel that the shape covers, exact along x, in sixteenths along y.
// kHard: a pixel belongs to the shape when its centre does, coverage is always 1; polygons that
// share an edge share no pixel and leave none out.
enum class Edge { kSmooth, kHard };

using Contour = std::vector<PointInPhoto>;

// The inside of a closed polygon by the non-zero rule: self-overlap is inside. A polygon with a
// point that is not finite has no inside.
void ScanPolygon(std::span<const PointInPhoto> polygon, int width, int height, Edge edge,
                 const RunSink& sink);

// All pixels within `thickness` / 2 of the polyline: round joins and ends. A single point is a
// disc.
void ScanStroke(std::span<const PointInPhoto> line, double thickness, int width, int height,
                Edge edge, const RunSink& sink);
// The union of several polylines: where they cross they are covered once.
void ScanStrokes(std::span<const Contour> lines, double thickness, int width, int height, Edge edge,
                 const RunSink& sink);

// Outlines as polygons, within 1/20 pixel of the true curve.
// `turn` in radians, clockwise on the screen.
Contour EllipseOutline(PointInPhoto center, double radius_x, double radius_y, double turn = 0);
Contour RectangleOutline(const BoxInPhoto& box);
// The radius is cut to half the shorter side.
Contour RoundedRectangleOutline(const BoxInPhoto& box, double radius);

}  // namespace saccade
