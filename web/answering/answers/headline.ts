/** Characters; a longer question or purpose is set as a paragraph. */
export const longestHeadline = 240;
