import { ChipsBar } from './chipsBar.ts';
import { DetailPane } from './detailPane.ts';
import { FieldMenu } from './fieldMenu.ts';
import { FieldsPane } from './fieldsPane.ts';
import { FilterEditor } from './filterEditor.ts';
import { FindBar } from './findBar.ts';
import type { PanelContext, PanelPart } from './panelPart.ts';
import { QuestionKeys } from './questionKeys.ts';
import { RowBar } from './rowBar.ts';

/** In the order in which they lie, and in which they are asked to perform an action. */
export function createPanelParts(context: PanelContext): readonly PanelPart[] {
  const filter = new FilterEditor(context);
  return [
    new ChipsBar(context, (field, anchor) => filter.edit(field, anchor)),
    new FindBar(context),
    new RowBar(context),
    new QuestionKeys(context, (field) => filter.edit(field)),
    new FieldMenu(context),
    filter,
    new DetailPane(context),
    new FieldsPane(context),
  ];
}
