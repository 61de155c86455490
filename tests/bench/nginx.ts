import { join } from 'node:path';

/** One worker per processor and precompressed gzip: the fastest configuration for a static page. */
export function createNginxConfig({
  directory,
  files,
  port,
}: {
  directory: string;
  files: string;
  port: number;
}): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(directory, `nginx-${name}`)};`,
  );
  return `
user root; worker_processes auto; daemon off; pid ${join(directory, 'nginx.pid')}; error_log /dev/null;
events { worker_connections 1024; }
http {
  ${temporary.join('\n  ')}
  access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000; gzip_static on;
  open_file_cache max=1000 inactive=60s;
  types { text/html html; }
  server { listen 127.0.0.1:${port}; root ${files}; }
}
`;
}
