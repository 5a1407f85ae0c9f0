{{/* The name of the release's objects, with room for the suffixes of its parts. */}}
{{- define "multilane.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 40 | trimSuffix "-" -}}
{{- else -}}
{{- $name := default .Chart.Name .Values.nameOverride -}}
{{- if contains $name .Release.Name -}}
{{- .Release.Name | trunc 40 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name $name | trunc 40 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{/* Labels that select the pods of a part. Call it with (dict "root" $ "component" "gateway"). */}}
{{- define "multilane.selectorLabels" -}}
app.kubernetes.io/name: {{ default .root.Chart.Name .root.Values.nameOverride | trunc 63 | trimSuffix "-" }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end -}}

{{- define "multilane.labels" -}}
{{ include "multilane.selectorLabels" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version | replace "+" "_" | trunc 63 | trimSuffix "-" }}
{{- with .root.Values.commonLabels }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{- define "multilane.annotations" -}}
{{- with mergeOverwrite (deepCopy .root.Values.commonAnnotations) (.own | default dict) -}}
annotations:
  {{- toYaml . | nindent 2 }}
{{- end -}}
{{- end -}}

{{- define "multilane.image" -}}
{{- $image := .image -}}
{{- $name := $image.repository -}}
{{- with .root.Values.image.registry -}}{{- $name = printf "%s/%s" (. | trimSuffix "/") $name -}}{{- end -}}
{{- if $image.digest -}}
{{- printf "%s@%s" $name $image.digest -}}
{{- else -}}
{{- printf "%s:%s" $name (default .root.Chart.AppVersion (default .root.Values.image.tag $image.tag)) -}}
{{- end -}}
{{- end -}}

{{- define "multilane.serviceAccountName" -}}
{{- if .Values.serviceAccount.create -}}
{{- default (include "multilane.fullname" .) .Values.serviceAccount.name -}}
{{- else -}}
{{- default "default" .Values.serviceAccount.name -}}
{{- end -}}
{{- end -}}

{{/* The address people use, without a slash at its end. Empty without a route. */}}
{{- define "multilane.publicBaseUrl" -}}
{{- if .Values.publicBaseUrl -}}
{{- .Values.publicBaseUrl -}}
{{- else if and .Values.ingress.enabled .Values.ingress.host -}}
{{- printf "https://%s" .Values.ingress.host -}}
{{- else if and .Values.httpRoute.enabled .Values.httpRoute.hostnames -}}
{{- printf "https://%s" (first .Values.httpRoute.hostnames) -}}
{{- end -}}
{{- end -}}

{{/* The environment of the services and of the migration. `secret` is the Secret that the chart makes for it. */}}
{{- define "multilane.environment" -}}
{{- $values := .root.Values -}}
{{- if or $values.existingSecret $values.secrets $values.extraEnvFrom .extraEnvFrom }}
envFrom:
  {{- if $values.existingSecret }}
  - secretRef:
      name: {{ $values.existingSecret }}
  {{- else if $values.secrets }}
  - secretRef:
      name: {{ .secret }}
  {{- end }}
  {{- with $values.extraEnvFrom }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
  {{- with .extraEnvFrom }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- end }}
env:
  - name: NODE_ENV
    value: production
  - name: GATEWAY_CONFIG
    value: /etc/multilane/gateway.yaml
  - name: HOST
    value: {{ $values.listenAddress | quote }}
  - name: PORT
    value: "8080"
  - name: METRICS_PORT
    value: "9090"
  {{- with include "multilane.publicBaseUrl" .root }}
  - name: PUBLIC_BASE_URL
    value: {{ . | quote }}
  {{- end }}
  {{- with $values.trustedProxies }}
  - name: TRUST_PROXY
    value: {{ . | quote }}
  {{- end }}
  {{- range $variable, $source := dict "DATABASE_URL" $values.database "REDIS_URL" $values.redis "ENCRYPTION_KEY" $values.encryption }}
  {{- with $source.existingSecret }}
  - name: {{ $variable }}
    valueFrom:
      secretKeyRef:
        name: {{ . }}
        key: {{ $source.key }}
  {{- end }}
  {{- end }}
  {{- with $values.extraEnv }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
  {{- with .extraEnv }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- end -}}

{{/* The volume with gateway.yaml. `configMap` is the ConfigMap that the chart makes. */}}
{{- define "multilane.configVolume" -}}
- name: config
  {{- if .root.Values.existingConfigSecret }}
  secret:
    secretName: {{ .root.Values.existingConfigSecret }}
  {{- else }}
  configMap:
    name: {{ default .configMap .root.Values.existingConfigMap }}
  {{- end }}
{{- end -}}

{{/* What the restricted Pod Security Standard demands. */}}
{{- define "multilane.podSecurityContext" -}}
runAsNonRoot: true
runAsUser: {{ .Values.securityContext.userId }}
runAsGroup: {{ .Values.securityContext.groupId }}
{{- if .Values.securityContext.setFsGroup }}
fsGroup: {{ .Values.securityContext.groupId }}
fsGroupChangePolicy: OnRootMismatch
{{- end }}
seccompProfile:
  type: RuntimeDefault
{{- end -}}

{{- define "multilane.containerSecurityContext" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end -}}

{{/* How long a pod may take to stop: it answers /ready with 503, then lets requests finish, then has 5 s for its
records. Worker processes that are stuck are ended after 20 s more. */}}
{{- define "multilane.gracePeriod" -}}
{{- if .Values.terminationGracePeriodSeconds -}}
{{- .Values.terminationGracePeriodSeconds -}}
{{- else -}}
{{- $server := get (.Values.config | default dict) "server" | default dict -}}
{{- $delay := get $server "drain_delay_ms" | default 5000 | int -}}
{{- $drain := get $server "drain_ms" | default 30000 | int -}}
{{- $after := ternary 5 25 (eq (get $server "workers" | default 1 | toString) "1") -}}
{{- add $after (div (add $delay $drain 999) 1000) -}}
{{- end -}}
{{- end -}}

{{/* The volume of the spool. An emptyDir without a size gets room for `audit.spool_max_mb` of each process and a quarter more, for
notes and for what is being written: a pod that reaches the size is evicted, and its records are gone. */}}
{{- define "multilane.spoolVolume" -}}
{{- $audit := get (.root.Values.config | default dict) "audit" | default dict -}}
{{- $server := get (.root.Values.config | default dict) "server" | default dict -}}
{{- $workers := get $server "workers" | default 1 | toString -}}
{{- /* `auto` is one process a core, which nobody knows here. */ -}}
{{- $processes := ternary 8 (int $workers) (eq $workers "auto") -}}
{{- $most := mul (get $audit "spool_max_mb" | default 1024 | int) (max 1 $processes) -}}
{{- $volume := deepCopy .spool -}}
{{- if hasKey $volume "emptyDir" -}}
{{- $emptyDir := $volume.emptyDir | default dict -}}
{{- $size := get $emptyDir "sizeLimit" | default "" | toString -}}
{{- if not $size -}}
{{- $_ := set $volume "emptyDir" (mergeOverwrite (deepCopy $emptyDir) (dict "sizeLimit" (printf "%dMi" (add $most (div $most 4) 64)))) -}}
{{- else if regexMatch "^[0-9]+[MG]i$" $size -}}
{{- $mebibytes := mul (regexFind "^[0-9]+" $size | int) (ternary 1024 1 (hasSuffix "Gi" $size)) -}}
{{- if le $mebibytes $most -}}
{{- fail (printf "gateway.spool.emptyDir.sizeLimit (%s) must be greater than audit.spool_max_mb of all processes (%dMi): a pod that fills it is evicted, and its records are gone." $size $most) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- toYaml $volume -}}
{{- end -}}

{{- define "multilane.gatewayYaml" -}}
gateway.yaml: |
  {{- toYaml .Values.config | nindent 2 }}
{{- end -}}

{{/* Whether a part runs as more than one pod. */}}
{{- define "multilane.hasReplicas" -}}
{{- if or (and .autoscaling.enabled (gt (int .autoscaling.minReplicas) 1)) (and (not .autoscaling.enabled) (gt (int .replicas) 1)) -}}
yes
{{- end -}}
{{- end -}}
