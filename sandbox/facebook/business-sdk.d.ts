/** Of Meta's own library, what the tests use. */
declare module 'facebook-nodejs-business-sdk' {
  interface Node {
    id: string
    _data: Record<string, unknown>
  }
  type Fields = readonly string[]
  type Params = Readonly<Record<string, unknown>>

  class Page {
    constructor(id: string)
    createFeed(fields: Fields, params: Params): Promise<Node>
    createPhoto(fields: Fields, params: Params): Promise<Node>
    getPublishedPosts(fields: Fields, params: Params): Promise<Node[]>
  }
  class Post {
    constructor(id: string)
    get(fields: Fields): Promise<Node>
    update(fields: Fields, params: Params): Promise<Node>
    delete(fields: Fields): Promise<unknown>
    createComment(fields: Fields, params: Params): Promise<Node>
    getComments(fields: Fields, params: Params): Promise<Node[]>
  }
  class IGUser {
    constructor(id: string)
    createMedia(fields: Fields, params: Params): Promise<Node>
    createMediaPublish(fields: Fields, params: Params): Promise<Node>
    getMedia(fields: Fields, params: Params): Promise<Node[]>
  }
  class IGMedia {
    constructor(id: string)
    get(fields: Fields): Promise<Node>
  }
  class FacebookAdsApi {
    static init(token: string, locale: string, reportsCrashes: boolean): FacebookAdsApi
  }
  const sdk: {
    FacebookAdsApi: typeof FacebookAdsApi
    IGMedia: typeof IGMedia
    IGUser: typeof IGUser
    Page: typeof Page
    Post: typeof Post
  }
  export default sdk
}
