import { randomUUID } from 'node:crypto';
import type * as vscode from 'vscode';
import type { DatastoreQuery } from '../datastore/query/query.ts';
import {
  ExploringCalls,
  GridFrameView,
  type GridHost,
  GridPanelView,
  RunningCalls,
  SelectingCalls,
} from '../messages/gridProtocol.ts';
import { serve, type Served } from '../messages/rpc.ts';
import { Owner } from '../platform/disposables.ts';
import { linkWebview, type WebviewLink } from '../platform/page.ts';
import { ExploringController } from './exploringController.ts';
import type { RecordsProgram } from './recordsPorts.ts';
import { QueryRunner } from './queryRunner.ts';
import { SelectingController } from './selection/selectingController.ts';

/** The host's side of one panel. It answers the calls of its pages, through any number of queries and page loads. */
export class RecordsController extends Owner {
  readonly running: QueryRunner;
  readonly exploring: ExploringController;
  readonly selecting: SelectingController;
  readonly #served: Served<keyof GridHost>;

  constructor(
    portalId: string,
    query: DatastoreQuery,
    program: RecordsProgram,
    isKept = true,
    id: string = randomUUID(),
  ) {
    super();
    const { actions, layouts } = program;
    const { failures } = program.host;
    const running = this.owned.add(new QueryRunner(portalId, query, program, isKept, id));
    const { screen, exploration } = running;
    const runAgain = (again: DatastoreQuery) => running.start(again);
    const keep = () => running.keep();
    const remember = () => running.remember();
    const showText = (...text: Parameters<typeof actions.showText>) => actions.showText(...text);
    const exploring = new ExploringController({
      ...{ portalId, screen, exploration, failures, layouts, keep, remember, showText },
    });
    const selecting = this.owned.add(
      new SelectingController({ portalId, screen, tasks: running.tasks, actions, runAgain, keep }),
    );
    this.owned.add(running.onWillReplace(() => selecting.cells.clear()));
    this.running = running;
    this.exploring = exploring;
    this.selecting = selecting;
    this.#served = {
      ...serve(RunningCalls, running),
      ...serve(ExploringCalls, exploring),
      // The page can't show why copying or opening failed, so a message does.
      ...serve(SelectingCalls, selecting, (call, error) => failures.show(call, error)),
    };
  }

  attach(panel: vscode.WebviewPanel): WebviewLink<typeof GridFrameView> {
    const link = linkWebview(panel, { ...GridPanelView, ...GridFrameView }, this.#served);
    this.running.screen.attach(link.remote, () => panel.visible);
    this.owned.add(
      panel.onDidChangeViewState(() => {
        if (!panel.visible) void this.running.focused(false);
      }),
    );
    return link;
  }
}
