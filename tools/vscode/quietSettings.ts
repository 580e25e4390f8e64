/** User settings of a VS Code that shows only the workbench and sends no requests. */
export const quietSettings: Readonly<Record<string, unknown>> = {
  'chat.commandCenter.enabled': false,
  'chat.disableAIFeatures': true,
  'extensions.autoCheckUpdates': false,
  'extensions.autoUpdate': 'off',
  'extensions.ignoreRecommendations': true,
  'files.simpleDialog.enable': true,
  'git.enabled': false,
  'git.openRepositoryInParentFolders': 'never',
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
  'workbench.enableExperiments': false,
  'workbench.layoutControl.enabled': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  'workbench.welcomePage.walkthroughs.openOnInstall': false,
};

/** Further settings that make tests repeatable. */
export const testSettings: Readonly<Record<string, unknown>> = {
  ...quietSettings,
  'files.hotExit': 'off',
  'window.confirmBeforeClose': 'never',
  'window.restoreWindows': 'none',
  'workbench.reduceMotion': 'on',
};
