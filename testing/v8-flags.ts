import { setV8Flags } from "#server/platform/v8-flags.ts";

// servers in tests run under the flags of a real one
setV8Flags();
