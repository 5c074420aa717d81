import { config } from "zod";

// Schemas would otherwise try at start-up whether code may be made from text; the page's policy forbids it, and every
// try is reported. Imported first, before any schema is made.
config({ jitless: true });
