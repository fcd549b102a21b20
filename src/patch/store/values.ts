/** PostgreSQL's numbers for the types whose text form the drivers would otherwise turn into something of their own. */
export const INT8 = 20;
export const TIMESTAMPTZ = 1184;

/** An `int8` as a number. */
export function parseInt8(text: string): number {
  return Number(text);
}

/** A `timestamptz`, in whatever zone the session prints it, as an ISO string in UTC with the fraction untouched. */
export function parseTimestamp(text: string): string {
  const match = /^(\S+) ([^.+-]+)(\.\d+)?([+-]\d\d)(:\d\d)?$/.exec(text);
  // "infinity", or a year before Christ: the service writes neither.
  if (match === null) return text;
  const [, date, time, fraction = '', hours, minutes = ':00'] = match;
  return `${new Date(`${date}T${time}${hours}${minutes}`).toISOString().slice(0, 19)}${fraction}Z`;
}
