declare module 'autocannon' {
  namespace autocannon {
    interface Request {
      method: 'GET' | 'POST'
      path: string
      headers: Record<string, string>
      body?: string
    }
    interface Client {
      setRequests(requests: readonly Request[]): void
    }
    interface Options {
      url: string
      method?: 'GET' | 'POST'
      connections: number
      duration: number
      headers?: Record<string, string>
      body?: string
      /** Puts another word in the place of `[<id>]`, in every request. */
      idReplacement?: boolean
      requests?: Request[]
      setupClient?: (client: Client) => void
    }
    interface Result {
      requests: { average: number; total: number }
      latency: { p50: number; p99: number }
      non2xx: number
      errors: number
    }
  }
  function autocannon(options: autocannon.Options): Promise<autocannon.Result>
  export = autocannon
}
