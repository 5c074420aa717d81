/** The date of the contract, and the day on which its wording last changed. */
export function LegalDates({ changed }: { changed: string }) {
  const day = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" }).format(
    new Date(changed),
  );
  return (
    <p className="updated">
      <span>Last updated January 26, 2025</span>
      <br />
      Wording clarified {day}
    </p>
  );
}
