import { ensureNode } from "./ensure.mjs";

// After `npm install`: every npm script runs on Node 24, also where the machine's own is older.
ensureNode();
