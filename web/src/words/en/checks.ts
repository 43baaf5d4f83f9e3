/** English: what the check of a post says is shown in the service's own words. */

/** By the name of the check; without one here the service's sentence is shown as it is. */
export const sentences: Readonly<Record<string, string>> = {}
/** What is counted, by the platform's word for it. */
export const units: Readonly<Record<string, { one?: string; other: string }>> = {}
/** As what a post goes out. */
export const as: Readonly<Record<string, string>> = {}
/** Kinds of files. */
export const families: Readonly<Record<string, string>> = {}
