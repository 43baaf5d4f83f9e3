/** Where the authorization server answers. Apart from the server itself, so that the addresses are there before it is loaded. */
export const paths = {
  authorization: '/oauth/authorize',
  token: '/oauth/token',
  registration: '/oauth/register',
  revocation: '/oauth/revoke',
  jwks: '/oauth/jwks',
} as const
