/**
 * In a statement whose best plan hangs on its values: it is planned at each call, instead of once a connection for any
 * values. With a million posts, a label of twenty took 600 ms otherwise.
 */
export const BY_VALUES = '/* planned by its values */'
