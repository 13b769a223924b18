/** The NOTIFY channel that wakes the loops of other processes. */
export const JOBS_CHANNEL = 'quoin_jobs'
