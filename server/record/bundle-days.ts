/** Bundles are made for being handed over, not kept: they hold copies of what may have to be erased. */
export const bundleDays = 7;
