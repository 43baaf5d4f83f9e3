/** Of X's own library, what the tests ask. */
declare module 'twitter-text' {
  interface Parsed {
    weightedLength: number
    valid: boolean
  }
  interface Found {
    url: string
    indices: [number, number]
  }
  const twitterText: {
    parseTweet(text: string): Parsed
    extractUrlsWithIndices(text: string): Found[]
  }
  export default twitterText
}
