/** The NOTIFY channel that wakes the loops of other processes. */
export const JOBS = 'quoin_jobs'
