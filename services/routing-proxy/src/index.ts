export { createProxy, type Proxy, type ProxyOptions } from './proxy.ts';
