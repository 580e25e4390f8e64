/** Every network fault that is handled, by number. docs/network.md lists them, and `test/faults` plays each. */
import { ANSWER_FAULTS } from './answerFaults.ts';
import { CONNECTION_FAULTS } from './connectionFaults.ts';
import type { NetworkFault } from './networkFault.ts';
import { RUN_FAULTS } from './runFaults.ts';

export const FAULT_TABLE: readonly NetworkFault[] = [...CONNECTION_FAULTS, ...ANSWER_FAULTS, ...RUN_FAULTS];
