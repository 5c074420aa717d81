export { presentRun, titleOf } from "./present.ts";
export { listWaitingRuns as waitingRuns } from "./store.ts";
