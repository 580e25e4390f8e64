/**
 * Themes of VS Code 1.139 as a webview gets them: a class of `<body>` and `--vscode-*` variables
 * (extensions/theme-defaults, and the defaults of its colour registry). Contains only colours that our pages use.
 */
type Colours = Readonly<Record<string, string>>;

export interface Theme {
  readonly name: string;
  readonly bodyClass: string;
  readonly colours: Colours;
}

const DARK_DEFAULTS: Colours = {
  'inputOption-activeForeground': '#ffffff',
  'inputValidation-errorBackground': '#5a1d1d',
  'inputValidation-errorBorder': '#be1100',
  'inputValidation-warningBackground': '#352a05',
  'inputValidation-warningBorder': '#b89500',
  'list-activeSelectionBackground': '#04395e',
  'editor-selectionBackground': '#264f78',
  'editor-findMatchBackground': '#515c6a',
  'editor-findMatchHighlightBackground': '#ea5c0055',
  'tree-tableOddRowsBackground': '#cccccc0a',
  'editor-inactiveSelectionBackground': '#3a3d41',
  'list-activeSelectionForeground': '#ffffff',
  'list-hoverBackground': '#2a2d2e',
  'toolbar-hoverBackground': '#5a5d5e50',
  'widget-shadow': '#0000005c',
};

const LIGHT_DEFAULTS: Colours = {
  'inputOption-activeForeground': '#000000',
  'inputValidation-errorBackground': '#f2dede',
  'inputValidation-errorBorder': '#be1100',
  'inputValidation-warningBackground': '#f6f5d2',
  'inputValidation-warningBorder': '#b89500',
  'list-activeSelectionBackground': '#e8e8e8',
  'editor-selectionBackground': '#add6ff',
  'editor-findMatchBackground': '#a8ac94',
  'editor-findMatchHighlightBackground': '#ea5c0055',
  'tree-tableOddRowsBackground': '#6161610a',
  'editor-inactiveSelectionBackground': '#e5ebf1',
  'list-activeSelectionForeground': '#000000',
  'list-hoverBackground': '#f2f2f2',
  'toolbar-hoverBackground': '#b8b8b850',
  'widget-shadow': '#00000029',
};

/** A high contrast theme, which has one border colour for everything and hardly a background. */
function highContrast(foreground: string, background: string, border: string, active: string): Colours {
  return {
    'button-border': border,
    contrastBorder: border,
    contrastActiveBorder: active,
    descriptionForeground: `${foreground}b3`,
    'dropdown-background': background,
    'dropdown-border': border,
    'dropdown-foreground': foreground,
    'dropdown-listBackground': background,
    'editor-background': background,
    'editor-findMatchBorder': active,
    'editor-findMatchHighlightBorder': active,
    'editor-foreground': foreground,
    focusBorder: active,
    foreground,
    'input-background': background,
    'input-border': border,
    'input-foreground': foreground,
    'input-placeholderForeground': `${foreground}b3`,
    'inputOption-activeBackground': 'transparent',
    'inputOption-activeBorder': border,
    'inputOption-activeForeground': foreground,
    'inputValidation-errorBackground': background,
    'inputValidation-errorBorder': border,
    'inputValidation-warningBackground': background,
    'inputValidation-warningBorder': border,
    'progressBar-background': border,
    'sideBar-background': background,
    'toolbar-hoverOutline': active,
    'widget-border': border,
  };
}

const dark: Theme = {
  name: 'dark',
  bodyClass: 'vscode-dark',
  colours: {
    ...DARK_DEFAULTS,
    'button-background': '#0078d4',
    'button-border': '#ffffff1a',
    'button-foreground': '#ffffff',
    'button-hoverBackground': '#026ec1',
    'button-secondaryBackground': '#00000000',
    'button-secondaryForeground': '#cccccc',
    'button-secondaryHoverBackground': '#2b2b2b',
    descriptionForeground: '#9d9d9d',
    'dropdown-background': '#313131',
    'dropdown-border': '#3c3c3c',
    'dropdown-foreground': '#cccccc',
    'dropdown-listBackground': '#1f1f1f',
    'editor-background': '#1f1f1f',
    'editor-foreground': '#cccccc',
    focusBorder: '#0078d4',
    foreground: '#cccccc',
    'input-background': '#313131',
    'input-border': '#3c3c3c',
    'input-foreground': '#cccccc',
    'input-placeholderForeground': '#989898',
    'inputOption-activeBackground': '#2489db82',
    'inputOption-activeBorder': '#2488db',
    'progressBar-background': '#0078d4',
    'sideBar-background': '#181818',
    'textCodeBlock-background': '#2b2b2b',
    'textLink-foreground': '#4daafc',
    'widget-border': '#313131',
    'editorError-foreground': '#f14c4c',
    'editorInfo-foreground': '#59a4f9',
    'charts-blue': '#59a4f9',
    'charts-green': '#89d185',
    'charts-purple': '#b180d7',
    'charts-red': '#f14c4c',
    'charts-yellow': '#cca700',
    'editorWidget-background': '#202020',
    'icon-foreground': '#cccccc',
    'list-inactiveSelectionBackground': '#37373d',
    'panel-border': '#2b2b2b',
  },
};

const light: Theme = {
  name: 'light',
  bodyClass: 'vscode-light',
  colours: {
    ...LIGHT_DEFAULTS,
    'button-background': '#005fb8',
    'button-border': '#0000001a',
    'button-foreground': '#ffffff',
    'button-hoverBackground': '#0258a8',
    'button-secondaryBackground': '#e5e5e5',
    'button-secondaryForeground': '#3b3b3b',
    'button-secondaryHoverBackground': '#cccccc',
    descriptionForeground: '#3b3b3b',
    'dropdown-background': '#ffffff',
    'dropdown-border': '#cecece',
    'dropdown-foreground': '#3b3b3b',
    'dropdown-listBackground': '#ffffff',
    'editor-background': '#ffffff',
    'editor-foreground': '#3b3b3b',
    focusBorder: '#005fb8',
    foreground: '#3b3b3b',
    'input-background': '#ffffff',
    'input-border': '#cecece',
    'input-foreground': '#3b3b3b',
    'input-placeholderForeground': '#767676',
    'inputOption-activeBackground': '#bed6ed',
    'inputOption-activeBorder': '#005fb8',
    'progressBar-background': '#005fb8',
    'sideBar-background': '#f8f8f8',
    'textCodeBlock-background': '#f8f8f8',
    'textLink-foreground': '#005fb8',
    'widget-border': '#e5e5e5',
    'editorError-foreground': '#e51400',
    'editorInfo-foreground': '#0063d3',
    'charts-blue': '#0063d3',
    'charts-green': '#388a34',
    'charts-purple': '#652d90',
    'charts-red': '#e51400',
    'charts-yellow': '#bf8803',
    'editorWidget-background': '#f8f8f8',
    'icon-foreground': '#3b3b3b',
    'list-inactiveSelectionBackground': '#e4e6f1',
    'panel-border': '#e5e5e5',
  },
};

const dark2026: Theme = {
  name: 'dark-2026',
  bodyClass: 'vscode-dark',
  colours: {
    ...dark.colours,
    'button-background': '#297aa0',
    'button-border': '#297aa0',
    'button-hoverBackground': '#2b7da3',
    'button-secondaryBorder': '#333536',
    'button-secondaryHoverBackground': '#ffffff10',
    descriptionForeground: '#8c8c8c',
    'dropdown-border': '#333536',
    'dropdown-foreground': '#bfbfbf',
    'dropdown-listBackground': '#191a1b',
    'editor-background': '#121314',
    focusBorder: '#3994bcb3',
    foreground: '#bfbfbf',
    'input-background': '#191a1b',
    'input-border': '#333536',
    'input-foreground': '#bfbfbf',
    'input-placeholderForeground': '#555555',
    'inputOption-activeBackground': '#313233',
    'inputOption-activeBorder': '#2a2b2c',
    'inputOption-activeForeground': '#bfbfbf',
    'inputValidation-errorBackground': '#3a1d1d',
    'inputValidation-errorForeground': '#bfbfbf',
    'list-activeSelectionBackground': '#ffffff22',
    'editor-selectionBackground': '#ffffff',
    'editor-inactiveSelectionBackground': '#ffffffb3',
    'editor-selectionForeground': '#000000',
    'list-activeSelectionForeground': '#ededed',
    'list-hoverBackground': '#ffffff14',
    'progressBar-background': '#878889',
    'sideBar-background': '#191a1b',
    'textCodeBlock-background': '#242526',
    'textLink-foreground': '#48a0c7',
    'widget-border': '#2a2b2c',
    'editorError-foreground': '#f14c4c',
    'editorInfo-foreground': '#59a4f9',
    'charts-blue': '#59a4f9',
    'editorWidget-background': '#202122',
    'icon-foreground': '#8c8c8c',
    'list-inactiveSelectionBackground': '#2c2d2e',
    'list-inactiveSelectionForeground': '#ededed',
    'panel-border': '#2a2b2c',
  },
};

const highContrastDark: Theme = {
  name: 'high-contrast',
  bodyClass: 'vscode-high-contrast',
  colours: {
    ...highContrast('#ffffff', '#000000', '#6fc3df', '#f38518'),
    'button-background': '#000000',
    'button-foreground': '#ffffff',
    'button-hoverBackground': '#000000',
    'button-secondaryForeground': '#ffffff',
    'list-hoverBackground': '#ffffff1a',
    'editor-selectionBackground': '#ffffff',
    'editor-inactiveSelectionBackground': '#ffffffb3',
    'editor-selectionForeground': '#000000',
    'textCodeBlock-background': '#000000',
    'textLink-foreground': '#21a6ff',
    'editorInfo-foreground': '#59a4f9',
    'charts-blue': '#59a4f9',
    'charts-green': '#89d185',
    'charts-purple': '#b180d7',
    'charts-red': '#f48771',
    'charts-yellow': '#ffd370',
    'editorError-foreground': '#f48771',
    'editorWidget-background': '#0c141f',
    'icon-foreground': '#ffffff',
    'panel-border': '#6fc3df',
  },
};

const highContrastLight: Theme = {
  name: 'high-contrast-light',
  bodyClass: 'vscode-high-contrast vscode-high-contrast-light',
  colours: {
    ...highContrast('#292929', '#ffffff', '#0f4a85', '#006bbd'),
    'button-background': '#0f4a85',
    'button-foreground': '#ffffff',
    'button-hoverBackground': '#0f4a85',
    'button-secondaryBackground': '#ffffff',
    'button-secondaryForeground': '#292929',
    'inputValidation-errorForeground': '#292929',
    'list-activeSelectionBackground': '#0f4a851a',
    'editor-selectionBackground': '#0f4a85',
    'editor-inactiveSelectionBackground': '#0f4a8580',
    'editor-selectionForeground': '#ffffff',
    'list-hoverBackground': '#0f4a851a',
    'textCodeBlock-background': '#f2f2f2',
    'textLink-foreground': '#0f4a85',
    'editorInfo-foreground': '#0063d3',
    'charts-blue': '#0063d3',
    'charts-green': '#374e06',
    'charts-purple': '#652d90',
    'charts-red': '#b5200d',
    'charts-yellow': '#895503',
    'editorError-foreground': '#b5200d',
    'editorWidget-background': '#ffffff',
    'icon-foreground': '#292929',
    'list-inactiveSelectionBackground': '#0f4a851a',
    'panel-border': '#0f4a85',
  },
};

export const themes: readonly Theme[] = [dark, light, highContrastDark, highContrastLight, dark2026];

/** The style sheet that VS Code puts in front of ours, including fonts and default rules for the body. */
export function themeStyle({ colours }: Theme): string {
  const variables = Object.entries(colours).map(([name, colour]) => `--vscode-${name}: ${colour};`);
  return `:root {
  --vscode-font-family: system-ui, "Ubuntu", "Droid Sans", sans-serif;
  --vscode-font-size: 13px;
  --vscode-editor-font-family: "Droid Sans Mono", "monospace", monospace;
  --vscode-editor-font-size: 12px;
  ${variables.join('\n  ')}
}
body {
  margin: 0;
  padding: 0 20px;
  background: var(--vscode-sideBar-background);
  color: var(--vscode-editor-foreground);
  font-family: var(--vscode-font-family);
  font-size: var(--vscode-font-size);
}
`;
}
