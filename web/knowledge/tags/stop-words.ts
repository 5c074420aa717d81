/** Common English words the tag filter ignores (docs/specification/answers.md). */
export const stopWords: ReadonlySet<string> = new Set(
  (
    "the and for are but not you all any can had her was one our out day get has him his how man new now old see two way who boy did its let put say she too use " +
    "what when where which while with from this that these those there their them then than have been being were will would could should about into over under " +
    "your yours mine ours theirs does doing done also just only very much many more most some such same each every both either neither because before after"
  ).split(" "),
);
