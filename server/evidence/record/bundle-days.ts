/** Bundles are made for handover, not for storage: they hold copies of data that may have to be erased. */
export const bundleDays = 7;
