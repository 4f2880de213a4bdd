export const checks = [];
