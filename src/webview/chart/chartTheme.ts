import type { ChartColors } from './chartContract.ts';

/**
 * Colours of series: those of VS Code's charts, some of them mixed with that of texts (above 0) or the background. So
 * they differ in lightness as well, and can be told apart by people who see fewer colours, and each stands out.
 */
const PALETTE: readonly (readonly [name: string, mixed: number])[] = [
  ['blue', 0],
  ['yellow', 0],
  ['green', 0.25],
  ['purple', -0.3],
  ['blue', 0.55],
  ['red', 0.55],
  ['purple', -0.1],
  ['red', 0.12],
];

type Layer = readonly [color: string, opacity?: number];

/** The colours of the theme at an element. Each is opaque and of six digits, because viewers of SVG read no others. */
export function themeColors(element: HTMLElement): ChartColors {
  const style = getComputedStyle(element);
  const named = (name: string): string => style.getPropertyValue(`--vscode-${name}`) || style.color;
  const paint = colorPainter();
  const background = paint(['Canvas'], [style.getPropertyValue('--vscode-editor-background')]);
  const on = (...layers: readonly Layer[]): string => paint([background], ...layers);
  const text = on([named('editor-foreground')]);
  const isHighContrast =
    ['vscode-high-contrast', 'vscode-high-contrast-light'].some((name) => document.body.classList.contains(name)) ||
    matchMedia('(forced-colors: active)').matches;
  return {
    text,
    faint: on([text, isHighContrast ? 1 : 0.78]),
    gridLine: on([text, isHighContrast ? 0.4 : 0.14]),
    background,
    // In high contrast, nothing is closer to the background than the theme has it. Patterns tell series apart.
    series: PALETTE.map(([name, mixed]) =>
      on([named(`charts-${name}`)], mixed > 0 ? [text, mixed] : [background, isHighContrast ? 0 : -mixed]),
    ),
    rest: on([text, 0.55]),
    isHighContrast,
  };
}

/** Paints layers over each other. A text that names no color paints nothing. */
function colorPainter(): (...layers: readonly Layer[]) => string {
  const pixel = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  return (...layers) => {
    for (const [color, opacity = 1] of layers) {
      if (!pixel || !CSS.supports('color', color)) continue;
      pixel.globalAlpha = opacity;
      pixel.fillStyle = color;
      pixel.fillRect(0, 0, 1, 1);
    }
    const [red = 0, green = 0, blue = 0] = pixel?.getImageData(0, 0, 1, 1).data ?? [];
    return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
  };
}
