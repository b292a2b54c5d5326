/// The GLSL of models and of the ground under them.
enum SurfaceShaders {
  static let vertex =
    LensBend.shader + """
      layout(location = 0) in vec3 position;
      layout(location = 1) in vec3 normal;
      layout(location = 2) in vec2 coordinate;
      uniform mat4 clipFromWorld, worldFromModel, shadowFromWorld;
      uniform mat3 normalMatrix;
      uniform float shadowOffset;
      out vec3 worldPosition, worldNormal, modelPosition, shadowPosition;
      out vec2 texel;
      void main() {
        // Pictures have their first row at the top, coordinates grow upwards.
        texel = vec2(coordinate.x, 1.0 - coordinate.y);
        vec4 world = worldFromModel * vec4(position, 1.0);
        worldPosition = world.xyz;
        worldNormal = normalize(normalMatrix * normal);
        modelPosition = position;
        vec3 lifted = world.xyz + worldNormal * shadowOffset;
        shadowPosition = (shadowFromWorld * vec4(lifted, 1.0)).xyz;
        gl_Position = bent(clipFromWorld * world);
      }
      """

  /// Metallic-roughness shading: GGX with the height-correlated Smith term for the key light (Karis
  /// 2013), a dome of two colours for the rest, with Karis's fit of the environment's BRDF
  /// (2014), and a layer of varnish.
  static let fragment = """
    in vec3 worldPosition, worldNormal, modelPosition, shadowPosition;
    in vec2 texel;
    #ifdef TEXTURED
    uniform sampler2D baseColorMap, roughnessMap, normalMap, emissiveMap;
    uniform float normalScale, mirrors;
    uniform samplerCube mirrorMap;
    uniform vec2 opacityRule;  // opacity, threshold: 0 blends, above 1 is opaque
    #endif
    uniform vec3 eye, lightDirection, keyColor, skyColor, groundColor;
    uniform vec3 harmonics[9];     // of the light that a white matt card sends back
    uniform float knowsHarmonics;  // 1 replaces key light and dome on matt surfaces
    uniform mat3 lightFromWorld;   // the harmonics' axes
    uniform vec3 baseColor, emissive;
    uniform float turnsNormals, metallic, roughness, clearcoat, brushed;
    uniform float shadowTexel, receivesShadow;
    uniform sampler2DShadow shadowMap;
    out vec4 color;

    float distribution(float cosine, float alpha) {
      float a2 = alpha * alpha;
      float d = cosine * cosine * (a2 - 1.0) + 1.0;
      return a2 / (3.14159265 * d * d);
    }

    float visibility(float nl, float nv, float alpha) {
      float k = alpha * 0.5;
      return 0.25 / ((nl * (1.0 - k) + k) * (nv * (1.0 - k) + k));
    }

    vec3 dome(vec3 direction, float rough) {
      float width = 0.12 + 0.75 * rough;
      vec3 c = mix(groundColor, skyColor, smoothstep(-width, width, direction.y));
      // The lamp's own reflection, and a dark horizon that gives polished metal its contrast.
      float lamp = smoothstep(0.80 - 0.55 * rough, 0.97, dot(direction, lightDirection));
      float horizon = exp(-28.0 * (direction.y + 0.06) * (direction.y + 0.06));
      return c * (1.0 - 0.45 * (1.0 - rough) * horizon) + keyColor * lamp * (1.5 - 1.1 * rough);
    }

    vec2 environmentTerm(float rough, float nv) {
      vec4 r = rough * vec4(-1.0, -0.0275, -0.572, 0.022) + vec4(1.0, 0.0425, 1.04, -0.04);
      float a = min(r.x * r.x, exp2(-9.28 * nv)) * r.x + r.y;
      return vec2(-1.04, 1.04) * a + r.zw;
    }

    vec3 cardLight(vec3 n) {
      vec3 d = lightFromWorld * n;
      return max(vec3(0.0), harmonics[0] * 0.282095
        + 0.488603 * (harmonics[1] * d.y + harmonics[2] * d.z + harmonics[3] * d.x)
        + 1.092548 * (harmonics[4] * d.x * d.y + harmonics[5] * d.y * d.z
          + harmonics[7] * d.x * d.z)
        + harmonics[6] * 0.315392 * (3.0 * d.z * d.z - 1.0)
        + harmonics[8] * 0.546274 * (d.x * d.x - d.y * d.y));
    }

    float shadow() {
      float sum = 0.0;
      vec3 p = shadowPosition;
      vec2 step = vec2(shadowTexel * 1.25);
      sum += texture(shadowMap, vec3(p.xy + step * vec2(-0.6, -1.0), p.z));
      sum += texture(shadowMap, vec3(p.xy + step * vec2(1.0, -0.6), p.z));
      sum += texture(shadowMap, vec3(p.xy + step * vec2(0.6, 1.0), p.z));
      sum += texture(shadowMap, vec3(p.xy + step * vec2(-1.0, 0.6), p.z));
      return sum * 0.25;
    }

    vec3 encode(vec3 c) {
      // A shoulder above 0.75, so that lights do not clip, then the sRGB curve.
      c = mix(c, 0.75 + 0.25 * (1.0 - exp(-(c - 0.75) / 0.25)), step(0.75, c));
      c = max(c, vec3(0.0));
      return mix(c * 12.92, 1.055 * pow(c, vec3(1.0 / 2.4)) - 0.055, step(0.0031308, c));
    }

    #ifdef TEXTURED
    vec3 bent(vec3 n) {
      // The surface's own axes from how place and coordinate change over the pixel (Mikkelsen's
      // perturbation without tangents).
      vec3 p1 = dFdx(worldPosition), p2 = dFdy(worldPosition);
      vec2 t1 = dFdx(texel), t2 = dFdy(texel);
      vec3 a = cross(p2, n), b = cross(n, p1);
      vec3 t = a * t1.x + b * t2.x, s = a * t1.y + b * t2.y;
      float size = inversesqrt(max(max(dot(t, t), dot(s, s)), 1e-20));
      vec3 m = texture(normalMap, texel).xyz * 2.0 - 1.0;
      m.xy *= normalScale;
      return normalize(t * size * m.x - s * size * m.y + n * m.z);
    }
    #endif

    // What a direction shows: the mirrored pictures, whose frame is left-handed, or the dome.
    vec3 around(vec3 direction, float rough) {
    #ifdef TEXTURED
      if (mirrors > 0.0) {
        return textureLod(mirrorMap, direction * vec3(1.0, 1.0, -1.0), rough * 6.0).rgb;
      }
    #endif
      return dome(direction, rough);
    }

    void main() {
      vec3 surface = baseColor, glow = emissive;
      float bare = metallic, rough = roughness, opacity = 1.0;
      vec3 n = normalize(worldNormal);
      vec3 v = normalize(eye - worldPosition);
      if (turnsNormals > 0.0 && dot(n, v) < 0.0) n = -n;
    #ifdef TEXTURED
      vec4 paint = texture(baseColorMap, texel);
      surface *= paint.rgb;
      opacity = opacityRule.x * paint.a;
      if (opacityRule.y > 0.0) {
        if (opacity < opacityRule.y && opacityRule.y <= 1.0) discard;
        opacity = 1.0;
      }
      vec4 kind = texture(roughnessMap, texel);
      rough = clamp(rough * kind.g, 0.06, 1.0);
      bare *= kind.b;
      glow *= texture(emissiveMap, texel).rgb;
      if (normalScale > 0.0) n = bent(n);
    #endif
      vec3 h = normalize(v + lightDirection);
      float nv = max(dot(n, v), 1e-3);
      float nl = max(dot(n, lightDirection), 0.0);
      float nh = max(dot(n, h), 0.0);
      float vh = max(dot(v, h), 0.0);
      float lit = 1.0;
      if (receivesShadow > 0.0) lit = shadow();
      float open = 0.62 + 0.38 * lit;  // what shades the lamp also hides some of the dome

      if (brushed > 0.0) {
        float rings = sin(length(modelPosition.xz) * 1400.0) + sin(modelPosition.y * 2100.0);
        rough = clamp(rough + 0.10 * brushed * rings, 0.08, 1.0);
      }
      float alpha = rough * rough;
      vec3 f0 = mix(vec3(0.04), surface, bare);
      float facing = pow(1.0 - vh, 5.0);
      vec3 fresnel = f0 + (1.0 - f0) * facing;
      vec3 key = keyColor * lit * nl;
      vec3 r = reflect(-v, n);
      vec3 diffuse = surface * (1.0 - bare);
      vec3 ambient = mix(groundColor, skyColor, n.y * 0.5 + 0.5) * open;
      vec3 matt = key + ambient;
      if (knowsHarmonics > 0.0) matt = cardLight(n) * open;
      vec3 result = diffuse * matt;
      result += fresnel * distribution(nh, alpha) * visibility(nl, nv, alpha) * key;
      vec2 term = environmentTerm(rough, nv);
      vec3 shine = (f0 * term.x + term.y) * around(r, rough) * open;
      result += shine;
    #ifdef TEXTURED
      // What a clear surface mirrors from a picture hides what is behind it.
      opacity = mix(opacity, 1.0, clamp(max(shine.r, max(shine.g, shine.b)), 0.0, 1.0)
        * step(opacity, 0.999) * mirrors);
    #endif
      if (clearcoat > 0.0) {
        float coat = clearcoat * (0.04 + 0.96 * pow(1.0 - nv, 5.0));
        float gloss = distribution(nh, 0.012) * visibility(nl, nv, 0.012);
        float peak = clearcoat * (0.04 + 0.96 * facing) * min(gloss, 40.0);
        result = result * (1.0 - coat) + around(r, 0.1) * coat * open + peak * key;
      }
      color = vec4(encode(result + glow), opacity);
    }
    """

  static let groundVertex =
    LensBend.shader + """
      uniform mat4 clipFromWorld, worldFromGround, shadowFromWorld;
      uniform vec2 center, halfSize;
      uniform int cells;  // along each side
      out vec2 local;
      out vec3 shadowPosition;
      void main() {
        int cell = gl_VertexID / 6, k = gl_VertexID % 6;
        // Two triangles a cell: 0 1 2, 2 1 3.
        int at = k < 3 ? k : k == 3 ? 2 : k == 4 ? 1 : 3;
        vec2 place = vec2(cell % cells + (at & 1), cell / cells + (at >> 1));
        vec2 corner = place / float(cells) * 2.0 - 1.0;
        vec2 p = center + corner * halfSize;
        local = p;
        vec4 world = worldFromGround * vec4(p.x, 0.0, p.y, 1.0);
        shadowPosition = (shadowFromWorld * world).xyz;
        gl_Position = bent(clipFromWorld * world);
      }
      """

  /// Darkens the picture where light is kept from a real surface: the key light's shadow, soft away
  /// from the foot, and the dome's, which hugs it.
  static let groundFragment = """
    in vec2 local;
    in vec3 shadowPosition;
    uniform vec2 center, halfSize, foot, footSize, bodySize;
    uniform float shadowScale, keyShare, domeShare;
    uniform sampler2DShadow shadowMap;
    out vec4 color;
    void main() {
      float away = length((local - foot) / max(footSize, vec2(1e-4)));
      float radius = shadowScale * mix(0.004, 0.035, smoothstep(0.9, 3.2, away));
      // Interleaved gradient noise (Jimenez 2014) turns the taps, so that no rings show.
      float turn = 6.2831853 * fract(
        52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715))));
      float lit = 0.0;
      for (int i = 0; i < TAPS; ++i) {
        // Vogel's spiral: even cover of a disc.
        float r = sqrt((float(i) + 0.5) / float(TAPS));
        float a = float(i) * 2.39996323 + turn;
        vec2 offset = r * vec2(cos(a), sin(a)) * radius;
        lit += texture(shadowMap, vec3(shadowPosition.xy + offset, shadowPosition.z));
      }
      float key = 1.0 - lit / float(TAPS);
      float touch = exp(-2.2 * max(away - 0.92, 0.0)) * step(1e-3, footSize.x);
      float over = exp(-1.6 * dot((local - foot) / bodySize, (local - foot) / bodySize));
      float dome = max(0.85 * touch, 0.75 * over);
      vec2 edge = abs(local - center) / halfSize;
      float fade = 1.0 - smoothstep(0.80, 1.0, max(edge.x, edge.y));
      float left = (1.0 - keyShare * key) * (1.0 - domeShare * dome);
      color = vec4(0.0, 0.0, 0.0, (1.0 - left) * fade);
    }
    """

  /// Lays drawn models, their colours multiplied by their opacity, over the picture.
  static let overlayVertex = """
    void main() {
      gl_Position = vec4(vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0, 0.0, 1.0);
    }
    """

  static let overlayFragment = """
    uniform sampler2D models;
    out vec4 color;
    void main() { color = texelFetch(models, ivec2(gl_FragCoord.xy), 0); }
    """

  /// A picture as it is, times a colour.
  static let pictureVertex =
    LensBend.shader + """
      layout(location = 0) in vec3 position;
      layout(location = 2) in vec2 coordinate;
      uniform mat4 clipFromModel;
      out vec2 texel;
      void main() {
        texel = vec2(coordinate.x, 1.0 - coordinate.y);
        gl_Position = bent(clipFromModel * vec4(position, 1.0));
      }
      """

  static let pictureFragment = """
    in vec2 texel;
    uniform sampler2D pictureMap;
    uniform vec4 tint;
    out vec4 color;
    void main() {
      color = texture(pictureMap, texel) * tint;
      // What is not there must not hide what is drawn later.
      if (color.a < 0.004) discard;
    }
    """

  /// Depth only, or one colour.
  static let flatVertex =
    LensBend.shader + """
      layout(location = 0) in vec3 position;
      uniform mat4 clipFromModel;
      void main() { gl_Position = bent(clipFromModel * vec4(position, 1.0)); }
      """

  static let flatFragment = """
    uniform vec4 flatColor;
    out vec4 color;
    void main() { color = flatColor; }
    """
}
