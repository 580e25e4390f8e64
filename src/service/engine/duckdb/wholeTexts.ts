/** The package decodes texts with a decoder that drops U+FEFF from their beginning; from here on it keeps them whole. */
import dataAccessors from '@duckdb/node-api/lib/vectors/dataAccessors.js';

Object.assign(dataAccessors, { textDecoder: new TextDecoder('utf-8', { ignoreBOM: true }) });
