import { l10n } from 'vscode';
import { QueryChangeError } from '../datastore/query/applyChange.ts';
import { Problem } from '../platform/problem.ts';

/** Throws it again, in words for people. */
export function rethrowInWords(error: unknown): never {
  throw error instanceof QueryChangeError ? new Problem(changeWords(error), '', { cause: error }) : error;
}

/** Why a filter can't be had, in a sentence. */
function changeWords({ problem, field, text }: QueryChangeError): string {
  switch (problem) {
    case 'null':
      return l10n.t(
        'Filters find no records without a value: a datastore compares values, and NULL equals nothing.',
      );
    case 'json':
      return l10n.t('A list or an object cannot be filtered by: a datastore compares single values.');
    case 'range':
      return l10n.t('This portal knows no ranges: they came with CKAN 2.12.');
    case 'notNumber':
      return l10n.t('“{0}” is not a number, as {1} needs.', text, field);
    case 'notBoolean':
      return l10n.t('“{0}” is neither true nor false, as {1} needs.', text, field);
    case 'jsonText':
      return l10n.t('The filters of this query are no JSON object. Edit the query first.');
    case 'noField':
      return l10n.t('This resource has no field {0} any more.', field);
  }
}
