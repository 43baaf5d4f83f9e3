/** English: what the service refuses is shown in its own words. */

/** By code; without one here the service's sentence is shown as it is. */
export const refusals: Readonly<Record<string, string>> = {}
