import { ensureBuilt, ensureInstalled } from "./ensure.mjs";

// The image's build installs its packages itself, without running their scripts.
if (!process.argv.includes("--installed")) ensureInstalled();
ensureBuilt();
