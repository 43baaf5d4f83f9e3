/** English: what forms are told is shown in the service's own words. */

export const forms: Readonly<Record<string, string>> = {}
