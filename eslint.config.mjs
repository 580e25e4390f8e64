// Typed rules, and the import arrows of docs/architecture.md.
import js from '@eslint/js';
import noUnsanitized from 'eslint-plugin-no-unsanitized';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';
import { commentPlugin } from './tools/lint/commentSentences.ts';
import { memberPlugin } from './tools/lint/memberCount.ts';

const PURE = ['disk', 'http', 'datastore', 'export', 'service', 'document', 'agents', 'cli'];
const ROOMS = ['sources', 'find', 'tree', 'query', 'records', 'details', 'sql', 'kept', 'assistant'];
const HOST = ['platform', ...ROOMS, 'program', 'commands', 'extension'];

/** What a question is, and how people edit it: the one room of `datastore` that pages and their messages may import. */
const QUERY = 'datastore/query';

/** Folder or file stem -> what it may import besides itself. `base` is open to all. */
const ARROWS = {
  base: [],
  messages: ['base', QUERY],
  disk: ['base'],
  http: ['base'],
  datastore: ['base', 'messages', 'http'],
  export: ['base', 'disk', 'http', 'datastore'],
  service: ['base', 'disk'],
  document: ['base', 'datastore', 'export', 'service'],
  agents: ['base', 'http', 'datastore', 'export', 'service', 'document'],
  cli: ['base', 'messages', 'http', 'datastore', 'export', 'service', 'document', 'agents'],
  platform: ['base', 'messages', ...PURE],
  sources: ['base', 'messages', ...PURE, 'platform'],
  find: ['base', 'messages', ...PURE, 'platform'],
  tree: ['base', 'messages', ...PURE, 'platform', 'sources'],
  query: ['base', 'messages', ...PURE, 'platform'],
  records: ['base', 'messages', ...PURE, 'platform'],
  details: ['base', 'messages', ...PURE, 'platform'],
  sql: ['base', 'service', 'document', 'platform'],
  kept: ['base', 'disk', 'datastore', 'http', 'service', 'document', 'platform'],
  assistant: ['base', 'http', 'datastore', 'document', 'agents', 'platform'],
  program: ['base', 'messages', ...PURE, 'platform', ...ROOMS],
  commands: ['base', 'messages', ...PURE, 'platform', ...ROOMS, 'program'],
  extension: ['commands', 'program'],
  webview: ['base', 'messages', QUERY],
};

/** Forbidden everywhere. */
const SYNTAX = [
  { selector: 'ExportDefaultDeclaration', message: 'Named exports only.' },
  { selector: 'TSEnumDeclaration', message: 'Use a union of literals.' },
];

/** It scrolls VS Code's own elements around the frame, too. */
const SCROLLS_VSCODE = {
  selector: "MemberExpression[property.name='scrollIntoView']",
  message: 'Use scrollToShow (webview/ui/scrollToShow.ts).',
};

/**
 * An operator's entry says how it differs from others, so that a new one is a new entry. A search has a mode of the same name as
 * one of the operators.
 */
const OPERATOR_NAME =
  '/^(equals|contains|notContains|startsWith|between|atLeast|atMost|greaterThan|lessThan|not|notEmpty)$/';
const BY_OPERATOR_NAME = [
  `BinaryExpression[operator=/^[!=]==$/][left.name!='qMode'][right.value=${OPERATOR_NAME}]`,
  `SwitchStatement[discriminant.property.name!='qMode'] > SwitchCase[test.value=${OPERATOR_NAME}]`,
  `CallExpression[callee.property.name='includes'] > ArrayExpression > Literal[value=${OPERATOR_NAME}]`,
].map((selector) => ({ selector, message: 'Read the entry of the operator (datastore/query/operators.ts).' }));

/** What shows texts in VS Code's own interface, where links and icons are made of them. */
const SHOWS_TEXT =
  '/^(show(Information|Warning|Error)Message|showQuickPick|showInputBox|showOpenDialog|showSaveDialog|showWorkspaceFolderPick|createQuickPick|createInputBox|createStatusBarItem|setStatusBarMessage|withProgress|TreeItem|MarkdownString)$/';

/** However it is reached: by name, by a string, or taken out of `vscode.window`. Types are free. */
const DOORS = [
  `MemberExpression[property.name=${SHOWS_TEXT}]`,
  `MemberExpression[property.value=${SHOWS_TEXT}]`,
  `ObjectPattern > Property[key.name=${SHOWS_TEXT}]`,
  `ObjectPattern > Property[key.value=${SHOWS_TEXT}]`,
  `ImportDeclaration[source.value='vscode'] > ImportSpecifier[imported.name=${SHOWS_TEXT}]`,
].map((selector) => ({
  selector,
  message: 'Texts are shown through src/platform: what comes from outside must not become a link or an icon.',
}));

/** Every text for people stands in a table of words. */
const WORDS = {
  selector:
    "ImportDeclaration[source.value='vscode'] > ImportSpecifier[imported.name='l10n'], MemberExpression[property.name='l10n']",
  message: 'A text stands in a table of words (base/words.ts) and is shown through platform/windowLanguage.ts.',
};

/** What kind a portal is of, its source knows, and what its server can do, its dialect. */
const KINDS = {
  selector: 'Identifier[name=/^(LOCAL_PORTAL_ID|isDatabase|isEmbedded)$/]',
  message:
    "Ask the portal's source (sources/portalSource.ts), or the facts of its dialect (datastore/dialect/dialect.ts).",
};

const MEMENTO = 'VS Code stores values through platform/state/stored.ts.';
/** What is kept between sessions is read with a schema, and limited, in one way. */
const STORAGE = {
  files: ['src/**/*.ts'],
  ignores: ['src/platform/state/stored.ts', 'src/program.ts'],
  rules: {
    '@typescript-eslint/no-restricted-types': ['error', { types: { Memento: MEMENTO, 'vscode.Memento': MEMENTO } }],
    'no-restricted-properties': [
      'error',
      ...['globalState', 'workspaceState'].map((property) => ({ property, message: MEMENTO })),
    ],
  },
};

/** Rooms of src/sources -> which of the others each may import. */
const SOURCES = { web: [], local: [], databases: [], sql: ['local'], kept: ['local', 'sql'] };

/** Rooms of src/datastore -> which of the others each may import. */
const DATASTORE = {
  query: [],
  wire: ['query'],
  dialect: ['query', 'wire'],
  client: ['query', 'wire', 'dialect'],
  draft: ['query', 'wire'],
  result: ['query', 'wire', 'dialect', 'client'],
  catalog: ['wire', 'dialect', 'client'],
  statistics: ['query', 'wire', 'dialect', 'client', 'result'],
};

/** Rooms of src/service -> which of the others each may import. */
const SERVICE = {
  resource: [],
  ckan: [],
  types: [],
  store: ['resource', 'types'],
  question: ['ckan', 'types', 'store'],
  engine: ['resource', 'ckan', 'types', 'store', 'question'],
  formats: ['resource', 'types', 'store', 'engine', 'reading'],
  reading: ['resource', 'types', 'store', 'engine', 'formats'],
  copies: ['resource', 'types', 'store', 'engine', 'reading'],
  api: ['ckan', 'types', 'question'],
  http: ['resource', 'ckan', 'store', 'question', 'engine', 'api'],
  process: ['resource', 'ckan', 'store', 'question', 'engine', 'reading', 'copies', 'api', 'http'],
};

/** Rooms of src/webview -> which of the others each may import. */
const WEBVIEW = {
  ui: [],
  conditions: ['ui'],
  form: ['ui', 'conditions'],
  options: ['ui'],
  details: ['ui'],
  grid: ['ui'],
  chart: ['ui', 'grid'],
  panel: ['ui', 'conditions', 'grid', 'chart'],
};

const everyone = Object.keys(ARROWS);
/** Folders lie at most so deep in a room. */
const DEPTHS = [0, 1, 2, 3];
const outOf = (depth) => '\\.\\./'.repeat(depth);

/** What the files of a folder must not import; `up`: how many folders lie above such a file, the folder itself included. */
const restrict = (folder, patternsUp) =>
  DEPTHS.map((depth) => ({
    files: [`${folder}/${'*/'.repeat(depth)}*.ts`],
    rules: { '@typescript-eslint/no-restricted-imports': ['error', { patterns: patternsUp(depth + 1) }] },
  }));

/** `up`: the way to src/. */
const outerPatterns = (name, up) => {
  const forbidden = everyone.filter((other) => other !== name && !ARROWS[name].includes(other));
  // Of a room whose inner folder alone is open, the others are closed.
  const inner = ARROWS[name].includes(QUERY) ? `(?!${QUERY}/)` : '';
  const patterns = [
    {
      regex: `^${up}${inner}(${forbidden.join('|')})(/|\\.ts$)`,
      message: `${name} must not import this (arrows in docs/architecture.md).`,
    },
  ];
  if (name !== 'service')
    patterns.push({ regex: `^${up}service/(?!index\\.ts$)`, message: 'service/index.ts is the only door.' });
  if (!HOST.includes(name)) patterns.push({ regex: '^vscode$', message: 'This half runs without VS Code.' });
  if (name === 'http')
    patterns.push({
      regex: '^undici(/lib/(?!dispatcher/|api/index\\.js).*)?$',
      allowTypeImports: true,
      message: "undici's main file puts its Agent into process-wide slots.",
    });
  return patterns;
};

/** `up`: the way to the folder of the rooms. */
const roomPattern = (folder, rooms, room, up) => {
  const forbidden = Object.keys(rooms).filter((other) => other !== room && !rooms[room].includes(other));
  return {
    regex: `^${up}((${forbidden.join('|')})/|index\\.ts$)`,
    message: `${folder}/${room} must not import this (arrows in docs/architecture.md).`,
  };
};

const BASE_ONLY = { regex: '/(messages|http)/', message: 'Pages import datastore/query: it stands on base alone.' };

/** Rooms of src/service that speak no engine's language. */
const NEUTRAL = ['api', 'http'];
const ENGINES = {
  regex: '(^|/)engine/[^/]+/|^@duckdb/|^pg(-|$)',
  message: "An engine's language stays in its folder: ask through question/datastore.ts.",
};

const arrowRules = [
  ...everyone.flatMap((name) => [
    {
      files: [`src/${name}.ts`],
      rules: { '@typescript-eslint/no-restricted-imports': ['error', { patterns: outerPatterns(name, '\\./') }] },
    },
    ...restrict(`src/${name}`, (up) => outerPatterns(name, outOf(up))),
  ]),
  ...Object.keys(DATASTORE).flatMap((room) =>
    restrict(`src/datastore/${room}`, (up) => [
      ...outerPatterns('datastore', outOf(up + 1)),
      roomPattern('datastore', DATASTORE, room, outOf(up)),
      ...(room === 'query' ? [BASE_ONLY] : []),
    ]),
  ),
  ...Object.keys(SERVICE).flatMap((room) =>
    restrict(`src/service/${room}`, (up) => [
      ...outerPatterns('service', outOf(up + 1)),
      roomPattern('service', SERVICE, room, outOf(up)),
      ...(NEUTRAL.includes(room) ? [ENGINES] : []),
    ]),
  ),
  ...Object.keys(SOURCES).flatMap((room) =>
    restrict(`src/sources/${room}`, (up) => [
      ...outerPatterns('sources', outOf(up + 1)),
      roomPattern('sources', SOURCES, room, outOf(up)),
    ]),
  ),
  ...Object.keys(WEBVIEW).flatMap((room) =>
    restrict(`src/webview/${room}`, (up) => [
      ...outerPatterns('webview', outOf(up + 1)),
      roomPattern('webview', WEBVIEW, room, outOf(up)),
    ]),
  ),
];

/** Folders whose comments are sentences. */
const SENTENCES = ['src/**', 'scripts/**', 'tools/**', 'test/**'];

export default tseslint.config(
  { ignores: ['dist/', 'build/', '**/node_modules/', '.cache/'] },
  js.configs.recommended,
  {
    files: ['**/*.ts'],
    extends: [...tseslint.configs.strictTypeChecked, ...tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', ignoreRestSiblings: true, ignoreUsingDeclarations: true },
      ],
      '@typescript-eslint/explicit-module-boundary-types': 'error',
      'no-restricted-syntax': ['error', ...SYNTAX],
      'max-lines': ['error', 400],
      eqeqeq: 'error',
    },
  },
  {
    files: ['src/**/*.ts'],
    ignores: ['src/platform/**'],
    rules: {
      'no-restricted-syntax': ['error', ...SYNTAX, ...DOORS, WORDS, SCROLLS_VSCODE, KINDS, ...BY_OPERATOR_NAME],
    },
  },
  {
    files: ['src/sources/**/*.ts'],
    rules: { 'no-restricted-syntax': ['error', ...SYNTAX, ...DOORS, WORDS, SCROLLS_VSCODE, ...BY_OPERATOR_NAME] },
  },
  {
    // The service has engines of its own that make conditions into SQL.
    files: ['src/service/**/*.ts'],
    rules: { 'no-restricted-syntax': ['error', ...SYNTAX, ...DOORS, WORDS, SCROLLS_VSCODE, KINDS] },
  },
  {
    files: ['src/platform/**/*.ts'],
    ignores: ['src/platform/windowLanguage.ts'],
    rules: { 'no-restricted-syntax': ['error', ...SYNTAX, WORDS, KINDS] },
  },
  { files: ['src/**/*.ts'], ignores: ['src/cli.ts', 'src/cli/**'], rules: { 'no-console': 'error' } },
  { files: ['src/webview/**/*.ts'], ...noUnsanitized.configs.recommended },
  {
    // Texts from outside must not stop the window (docs/security.md 17).
    files: ['src/**/*.ts'],
    plugins: { regexp },
    rules: { 'regexp/no-super-linear-backtracking': 'error', 'regexp/no-super-linear-move': 'error' },
  },
  {
    files: ['test/**/*.ts', 'tools/**/*.ts'],
    rules: {
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/explicit-module-boundary-types': 'off',
    },
  },
  {
    files: ['**/*.js', '**/*.cjs', '**/*.mjs'],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        require: 'readonly',
        module: 'readonly',
        __dirname: 'readonly',
        URL: 'readonly',
        URLSearchParams: 'readonly',
        fetch: 'readonly',
        setTimeout: 'readonly',
        clearTimeout: 'readonly',
        setInterval: 'readonly',
        clearInterval: 'readonly',
        performance: 'readonly',
        Buffer: 'readonly',
        AbortSignal: 'readonly',
        AbortController: 'readonly',
      },
    },
  },
  {
    files: ['test/bench/grid/**', 'test/bench/importOpen/**'],
    languageOptions: {
      globals: {
        bench: 'readonly',
        document: 'readonly',
        getComputedStyle: 'readonly',
        requestAnimationFrame: 'readonly',
      },
    },
  },
  STORAGE,
  { files: SENTENCES, plugins: { comments: commentPlugin }, rules: { 'comments/sentences': 'error' } },
  {
    files: ['src/**/*.ts'],
    // The contexts of these pages still have more members.
    ignores: ['src/webview/{options,panel}/**'],
    plugins: { members: memberPlugin },
    rules: { 'members/few': 'error' },
  },
  ...arrowRules,
);
