{{/* The Deployment of a part. Call it with (dict "root" $ "component" "gateway" "values" .Values.gateway). */}}
{{- define "multilane.deployment" -}}
{{- $root := .root -}}
{{- $values := .values -}}
{{- $fullname := include "multilane.fullname" $root -}}
{{- $name := printf "%s-%s" $fullname .component -}}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ $name }}
  labels:
    {{- include "multilane.labels" . | nindent 4 }}
  {{- with include "multilane.annotations" (dict "root" $root "own" $values.annotations) }}
  {{- . | nindent 2 }}
  {{- end }}
spec:
  {{- if not $values.autoscaling.enabled }}
  replicas: {{ $values.replicas }}
  {{- end }}
  revisionHistoryLimit: {{ $root.Values.revisionHistoryLimit }}
  # Proxies need a moment to notice a new pod before an old one stops.
  minReadySeconds: 2
  strategy:
    type: RollingUpdate
    rollingUpdate:
      maxSurge: 1
      maxUnavailable: 0
  selector:
    matchLabels:
      {{- include "multilane.selectorLabels" . | nindent 6 }}
  template:
    metadata:
      labels:
        {{- include "multilane.labels" . | nindent 8 }}
        {{- with $values.podLabels }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
      {{- /* A changed variable needs a restart. gateway.yaml does not: the services follow it. */}}
      {{- $sums := dict }}
      {{- if and $root.Values.secrets (not $root.Values.existingSecret) }}
      {{- $sums = set $sums "checksum/secrets" (toJson $root.Values.secrets | sha256sum) }}
      {{- end }}
      {{- if $root.Values.restartOnConfigChange }}
      {{- $sums = set $sums "checksum/config" (toJson $root.Values.config | sha256sum) }}
      {{- end }}
      {{- with include "multilane.annotations" (dict "root" $root "own" (mergeOverwrite $sums $values.podAnnotations)) }}
      {{- . | nindent 6 }}
      {{- end }}
    spec:
      serviceAccountName: {{ include "multilane.serviceAccountName" $root }}
      automountServiceAccountToken: false
      enableServiceLinks: false
      {{- with $root.Values.image.pullSecrets }}
      imagePullSecrets:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with $values.priorityClassName }}
      priorityClassName: {{ . }}
      {{- end }}
      {{- with $values.runtimeClassName }}
      runtimeClassName: {{ . }}
      {{- end }}
      securityContext:
        {{- include "multilane.podSecurityContext" $root | nindent 8 }}
      terminationGracePeriodSeconds: {{ include "multilane.gracePeriod" $root }}
      {{- with $values.nodeSelector }}
      nodeSelector:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with $values.tolerations }}
      tolerations:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      affinity:
        {{- if $values.affinity }}
        {{- toYaml $values.affinity | nindent 8 }}
        {{- else }}
        podAntiAffinity:
          preferredDuringSchedulingIgnoredDuringExecution:
            - weight: 100
              podAffinityTerm:
                topologyKey: kubernetes.io/hostname
                labelSelector:
                  matchLabels:
                    {{- include "multilane.selectorLabels" . | nindent 20 }}
        {{- end }}
      topologySpreadConstraints:
        {{- if $values.topologySpreadConstraints }}
        {{- toYaml $values.topologySpreadConstraints | nindent 8 }}
        {{- else }}
        - maxSkew: 1
          topologyKey: topology.kubernetes.io/zone
          whenUnsatisfiable: ScheduleAnyway
          labelSelector:
            matchLabels:
              {{- include "multilane.selectorLabels" . | nindent 14 }}
        {{- end }}
      {{- with $values.extraInitContainers }}
      initContainers:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      containers:
        - name: {{ .component }}
          image: {{ include "multilane.image" (dict "root" $root "image" $values.image) }}
          imagePullPolicy: {{ $root.Values.image.pullPolicy }}
          {{- with $values.extraArgs }}
          args:
            - node
            - dist/main.js
            {{- toYaml . | nindent 12 }}
          {{- end }}
          securityContext:
            {{- include "multilane.containerSecurityContext" $root | nindent 12 }}
          {{- include "multilane.environment" (dict "root" $root "secret" $fullname "extraEnv" $values.extraEnv "extraEnvFrom" $values.extraEnvFrom) | nindent 10 }}
          ports:
            - name: http
              containerPort: 8080
            - name: metrics
              containerPort: 9090
          # A new release of the workspace migrates the schema before it listens.
          startupProbe:
            httpGet: { path: /health, port: http }
            periodSeconds: 2
            timeoutSeconds: 5
            failureThreshold: {{ add1 (div (int $values.startupSeconds) 2) }}
          livenessProbe:
            httpGet: { path: /health, port: http }
            periodSeconds: 10
            timeoutSeconds: 10
            failureThreshold: 6
          # A pod that stops leaves the Service at once; this is for one that cannot serve. A busy pod that answers late still serves,
          # and taking it out would make the others busier.
          readinessProbe:
            httpGet: { path: /ready, port: http }
            periodSeconds: 2
            timeoutSeconds: 10
            failureThreshold: 3
          resources:
            {{- toYaml $values.resources | nindent 12 }}
          volumeMounts:
            - name: config
              mountPath: /etc/multilane
              readOnly: true
            - name: tmp
              mountPath: /tmp
            {{- if eq .component "gateway" }}
            - name: spool
              mountPath: /app/.multilane/spool
            {{- end }}
            {{- with $values.extraVolumeMounts }}
            {{- toYaml . | nindent 12 }}
            {{- end }}
        {{- with $values.extraContainers }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
      volumes:
        {{- include "multilane.configVolume" (dict "root" $root "configMap" $fullname) | nindent 8 }}
        - name: tmp
          emptyDir:
            sizeLimit: {{ $values.tmpSize }}
        {{- if eq .component "gateway" }}
        # Audit records wait here while the database is unavailable.
        - name: spool
          {{- include "multilane.spoolVolume" (dict "root" $root "spool" $values.spool) | nindent 10 }}
        {{- end }}
        {{- with $values.extraVolumes }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
{{- end -}}
