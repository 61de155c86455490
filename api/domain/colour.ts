/** Colours as '#rrggbb', in OKLCH, whose lightness is what the eye sees, and their contrast by WCAG 2. */

/** Lightness 0 to 1, chroma from 0 (grey) to about 0.4, hue in degrees. */
export type Oklch = { l: number; c: number; h: number };

/** The names of CSS Color 4. */
const NAMES = `
aliceblue f0f8ff antiquewhite faebd7 aqua 00ffff aquamarine 7fffd4 azure f0ffff beige f5f5dc bisque ffe4c4
black 000000 blanchedalmond ffebcd blue 0000ff blueviolet 8a2be2 brown a52a2a burlywood deb887 cadetblue 5f9ea0
chartreuse 7fff00 chocolate d2691e coral ff7f50 cornflowerblue 6495ed cornsilk fff8dc crimson dc143c cyan 00ffff
darkblue 00008b darkcyan 008b8b darkgoldenrod b8860b darkgray a9a9a9 darkgreen 006400 darkgrey a9a9a9
darkkhaki bdb76b darkmagenta 8b008b darkolivegreen 556b2f darkorange ff8c00 darkorchid 9932cc darkred 8b0000
darksalmon e9967a darkseagreen 8fbc8f darkslateblue 483d8b darkslategray 2f4f4f darkslategrey 2f4f4f
darkturquoise 00ced1 darkviolet 9400d3 deeppink ff1493 deepskyblue 00bfff dimgray 696969 dimgrey 696969
dodgerblue 1e90ff firebrick b22222 floralwhite fffaf0 forestgreen 228b22 fuchsia ff00ff gainsboro dcdcdc
ghostwhite f8f8ff gold ffd700 goldenrod daa520 gray 808080 green 008000 greenyellow adff2f grey 808080
honeydew f0fff0 hotpink ff69b4 indianred cd5c5c indigo 4b0082 ivory fffff0 khaki f0e68c lavender e6e6fa
lavenderblush fff0f5 lawngreen 7cfc00 lemonchiffon fffacd lightblue add8e6 lightcoral f08080 lightcyan e0ffff
lightgoldenrodyellow fafad2 lightgray d3d3d3 lightgreen 90ee90 lightgrey d3d3d3 lightpink ffb6c1
lightsalmon ffa07a lightseagreen 20b2aa lightskyblue 87cefa lightslategray 778899 lightslategrey 778899
lightsteelblue b0c4de lightyellow ffffe0 lime 00ff00 limegreen 32cd32 linen faf0e6 magenta ff00ff maroon 800000
mediumaquamarine 66cdaa mediumblue 0000cd mediumorchid ba55d3 mediumpurple 9370db mediumseagreen 3cb371
mediumslateblue 7b68ee mediumspringgreen 00fa9a mediumturquoise 48d1cc mediumvioletred c71585
midnightblue 191970 mintcream f5fffa mistyrose ffe4e1 moccasin ffe4b5 navajowhite ffdead navy 000080
oldlace fdf5e6 olive 808000 olivedrab 6b8e23 orange ffa500 orangered ff4500 orchid da70d6 palegoldenrod eee8aa
palegreen 98fb98 paleturquoise afeeee palevioletred db7093 papayawhip ffefd5 peachpuff ffdab9 peru cd853f
pink ffc0cb plum dda0dd powderblue b0e0e6 purple 800080 rebeccapurple 663399 red ff0000 rosybrown bc8f8f
royalblue 4169e1 saddlebrown 8b4513 salmon fa8072 sandybrown f4a460 seagreen 2e8b57 seashell fff5ee
sienna a0522d silver c0c0c0 skyblue 87ceeb slateblue 6a5acd slategray 708090 slategrey 708090 snow fffafa
springgreen 00ff7f steelblue 4682b4 tan d2b48c teal 008080 thistle d8bfd8 tomato ff6347 turquoise 40e0d0
violet ee82ee wheat f5deb3 white ffffff whitesmoke f5f5f5 yellow ffff00 yellowgreen 9acd32
`;
/** '#rrggbb' of a name of CSS, #rgb or #rrggbb; null: it is no colour. */
export function parseColour(text: string): string | null {
  const colour = text.trim().toLowerCase();
  if (/^[a-z]+$/.test(colour)) {
    const named = new RegExp(`\\s${colour} ([0-9a-f]{6})\\s`).exec(NAMES)?.[1];
    return named ? `#${named}` : null;
  }
  const digits = /^#([0-9a-f]{3}|[0-9a-f]{6})$/.exec(colour)?.[1];
  if (!digits) return null;
  return `#${digits.length === 3 ? digits.replace(/./g, '$&$&') : digits}`;
}

/** Why a text is refused as a colour. */
export const formatColourError = (text: string): string =>
  `‘${text.trim()}’ isn’t a colour. Try a name such as teal, or #2A8FB5.`;

const toLinear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
const fromLinear = (value: number) => (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055);

type Triple = readonly [number, number, number];

function toLinearRgb(hex: string): Triple {
  const value = Number.parseInt(hex.slice(1), 16);
  return [toLinear((value >> 16) / 255), toLinear(((value >> 8) & 255) / 255), toLinear((value & 255) / 255)];
}

const multiply = (matrix: readonly Triple[], [x, y, z]: Triple): number[] =>
  matrix.map(([a, b, c]) => a * x + b * y + c * z);

// Björn Ottosson, "A perceptual color space for image processing": linear sRGB to cone responses to Lab, and back.
const RGB_TO_LMS: Triple[] = [
  [0.4122214708, 0.5363325363, 0.0514459929],
  [0.2119034982, 0.6806995451, 0.1073969566],
  [0.0883024619, 0.2817188376, 0.6299787005],
];
const LMS_TO_LAB: Triple[] = [
  [0.2104542553, 0.793617785, -0.0040720468],
  [1.9779984951, -2.428592205, 0.4505937099],
  [0.0259040371, 0.7827717662, -0.808675766],
];
const LAB_TO_LMS: Triple[] = [
  [1, 0.3963377774, 0.2158037573],
  [1, -0.1055613458, -0.0638541728],
  [1, -0.0894841775, -1.291485548],
];
const LMS_TO_RGB: Triple[] = [
  [4.0767416621, -3.3077115913, 0.2309699292],
  [-1.2684380046, 2.6097574011, -0.3413193965],
  [-0.0041960863, -0.7034186147, 1.707614701],
];

export function toOklch(hex: string): Oklch {
  const cones = multiply(RGB_TO_LMS, toLinearRgb(hex)).map(Math.cbrt) as unknown as Triple;
  const [l = 0, a = 0, b = 0] = multiply(LMS_TO_LAB, cones);
  return { l, c: Math.hypot(a, b), h: ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360 };
}

function toRgb({ l, c, h }: Oklch): number[] {
  const angle = (h * Math.PI) / 180;
  const cones = multiply(LAB_TO_LMS, [l, c * Math.cos(angle), c * Math.sin(angle)]);
  return multiply(LMS_TO_RGB, cones.map((value) => value ** 3) as unknown as Triple);
}

const isDisplayable = (colour: Oklch) => toRgb(colour).every((value) => value >= -0.0001 && value <= 1.0001);

/** '#rrggbb' of a colour; of one that sRGB lacks, with the most chroma that it has at this lightness and hue. */
export function fromOklch({ l, c, h }: Oklch): string {
  let chroma = c;
  if (!isDisplayable({ l, c, h })) {
    let [low, high] = [0, c];
    for (let step = 0; step < 16; step += 1) {
      chroma = (low + high) / 2;
      if (isDisplayable({ l, c: chroma, h })) low = chroma;
      else high = chroma;
    }
    chroma = low;
  }
  const bytes = toRgb({ l, c: chroma, h }).map((value) => {
    const byte = Math.round(fromLinear(Math.min(1, Math.max(0, value))) * 255);
    return byte.toString(16).padStart(2, '0');
  });
  return `#${bytes.join('')}`;
}

function luminance(hex: string): number {
  const [red, green, blue] = toLinearRgb(hex);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast of two colours by WCAG 2, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}
