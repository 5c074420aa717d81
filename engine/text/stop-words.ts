/** Function words: neither indexed nor searched. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  (
    "a about am an and any are as at be been being but by can could did do does doing for from had has have he her " +
    "him his how i if in into is it its itself me my no nor not of on or our ours she should so some such than that " +
    "the their them then there these they this those to too us was we were what when where which while who whom " +
    "whose why will with would you your yours shall may might must also"
  ).split(" "),
);
