/** Colours that only the grid uses, by the names of themes.ts. */
export const gridColours: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  dark: {
    'editorError-foreground': '#f14c4c',
    'editorInfo-foreground': '#59a4f9',
    'editorWidget-background': '#202020',
    'icon-foreground': '#cccccc',
    'list-inactiveSelectionBackground': '#37373d',
    'panel-border': '#2b2b2b',
  },
  light: {
    'editorError-foreground': '#e51400',
    'editorInfo-foreground': '#0063d3',
    'editorWidget-background': '#f8f8f8',
    'icon-foreground': '#3b3b3b',
    'list-inactiveSelectionBackground': '#e4e6f1',
    'panel-border': '#e5e5e5',
  },
  'high-contrast': {
    'editorInfo-foreground': '#59a4f9',
    'editorError-foreground': '#f48771',
    'editorWidget-background': '#0c141f',
    'icon-foreground': '#ffffff',
    'panel-border': '#6fc3df',
  },
  'high-contrast-light': {
    'editorInfo-foreground': '#0063d3',
    'editorError-foreground': '#b5200d',
    'editorWidget-background': '#ffffff',
    'icon-foreground': '#292929',
    'list-inactiveSelectionBackground': '#0f4a851a',
    'panel-border': '#0f4a85',
  },
  'dark-2026': {
    'editorError-foreground': '#f14c4c',
    'editorInfo-foreground': '#59a4f9',
    'editorWidget-background': '#202122',
    'icon-foreground': '#8c8c8c',
    'list-inactiveSelectionBackground': '#2c2d2e',
    'list-inactiveSelectionForeground': '#ededed',
    'panel-border': '#2a2b2c',
  },
};
