/** English: what an option does is told by the service, in its own words. */

/** By the option; without one here the service's sentence is shown as it is. */
export const hints: Readonly<Record<string, string>> = {}
