import * as v from 'valibot';

/** What a page reports beside its calls: whether the focus is in it. */
export const focusReport = v.object({ hasFocus: v.boolean() });
export type FocusReport = v.InferOutput<typeof focusReport>;
