import { ensureNode, ensureRuntime } from "./ensure.mjs";

// After `npm install`: every npm script runs on Node 24, also where the machine's own is older, and the reader has its
// runtime.
ensureNode();
ensureRuntime();
