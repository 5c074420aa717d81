import { setEngineFlags } from "#server/platform/engine-flags.ts";

// servers in tests run under the flags of a real one
setEngineFlags();
