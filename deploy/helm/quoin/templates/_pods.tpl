{{- define "quoin.labels" -}}
app.kubernetes.io/name: quoin
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "quoin.serviceAccount" -}}
{{- if .Values.serviceAccount.create }}
{{- .Values.serviceAccount.name | default .Release.Name }}
{{- else }}
{{- .Values.serviceAccount.name | default "default" }}
{{- end }}
{{- end }}

{{- define "quoin.deployment" -}}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ .name }}
  labels:
    {{- include "quoin.labels" .root | nindent 4 }}
    app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
    app.kubernetes.io/component: {{ .component }}
spec:
  {{- if not .pods.autoscaling.enabled }}
  replicas: {{ .pods.replicas }}
  {{- end }}
  selector:
    matchLabels:
      {{- include "quoin.labels" .root | nindent 6 }}
      app.kubernetes.io/component: {{ .component }}
  strategy:
    {{- if .root.Values.volume.enabled }}
    type: Recreate
    {{- else }}
    type: RollingUpdate
    rollingUpdate:
      maxSurge: 1
      maxUnavailable: 0
    {{- end }}
  template:
    metadata:
      labels:
        {{- include "quoin.labels" .root | nindent 8 }}
        app.kubernetes.io/component: {{ .component }}
      {{- if eq .component "server" }}
      {{- with .root.Values.podAnnotations }}
      annotations:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- end }}
    spec:
      serviceAccountName: {{ include "quoin.serviceAccount" .root }}
      automountServiceAccountToken: false
      # Otherwise Kubernetes sets QUOIN_PORT and similar variables for its services.
      enableServiceLinks: false
      {{- with .root.Values.imagePullSecrets }}
      imagePullSecrets:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      securityContext:
        runAsNonRoot: true
        runAsUser: 10001
        runAsGroup: 10001
        fsGroup: 10001
        seccompProfile:
          type: RuntimeDefault
      terminationGracePeriodSeconds: {{ add .root.Values.drain.noticeSeconds .root.Values.drain.seconds 15 }}
      topologySpreadConstraints:
        - maxSkew: 1
          topologyKey: kubernetes.io/hostname
          whenUnsatisfiable: ScheduleAnyway
          labelSelector:
            matchLabels:
              {{- include "quoin.labels" .root | nindent 14 }}
              app.kubernetes.io/component: {{ .component }}
      containers:
        - name: quoin
          image: "{{ .root.Values.image.repository }}:{{ .root.Values.image.tag | default .root.Chart.AppVersion }}"
          imagePullPolicy: {{ .root.Values.image.pullPolicy }}
          args: [{{ .command }}]
          securityContext:
            allowPrivilegeEscalation: false
            readOnlyRootFilesystem: true
            capabilities:
              drop: [ALL]
          env:
            - name: QUOIN_PUBLIC_URL
              value: {{ .root.Values.publicUrl | quote }}
            - name: TRUST_PROXY
              value: {{ .root.Values.trustProxy | quote }}
            - name: DRAIN_NOTICE_SECONDS
              value: {{ .root.Values.drain.noticeSeconds | quote }}
            - name: DRAIN_SECONDS
              value: {{ .root.Values.drain.seconds | quote }}
            - name: DATABASE_URL_FILE
              value: /run/secrets/quoin/database-url
            - name: QUOIN_MASTER_KEY_FILE
              value: /run/secrets/quoin/master-key
            {{- range $name, $key := .root.Values.secretFiles }}
            - name: {{ $name }}_FILE
              value: /run/secrets/quoin/{{ $key }}
            {{- end }}
            # Numbers go through toJson, because quote alone writes 5000000000 as 5e+09.
            {{- range $name, $value := .root.Values.env }}
            - name: {{ $name }}
              {{- if kindIs "string" $value }}
              value: {{ $value | quote }}
              {{- else }}
              value: {{ $value | toJson | quote }}
              {{- end }}
            {{- end }}
          {{- if eq .component "server" }}
          ports:
            - name: http
              containerPort: 8080
          startupProbe:
            httpGet:
              path: /healthz
              port: http
            periodSeconds: 2
            failureThreshold: 60
          livenessProbe:
            httpGet:
              path: /healthz
              port: http
            periodSeconds: 10
            timeoutSeconds: 5
            failureThreshold: 6
          readinessProbe:
            httpGet:
              path: /readyz
              port: http
            periodSeconds: 3
            timeoutSeconds: 3
          {{- end }}
          resources:
            {{- toYaml .pods.resources | nindent 12 }}
          volumeMounts:
            - name: secrets
              mountPath: /run/secrets/quoin
              readOnly: true
            - name: data
              mountPath: /data
            - name: tmp
              mountPath: /tmp
      volumes:
        - name: secrets
          secret:
            secretName: {{ .root.Values.existingSecret }}
            defaultMode: 0440
        - name: data
          {{- if .root.Values.volume.enabled }}
          persistentVolumeClaim:
            claimName: {{ .root.Values.volume.existingClaim | default .root.Release.Name }}
          {{- else }}
          emptyDir: {}
          {{- end }}
        - name: tmp
          emptyDir: {}
      {{- with .root.Values.nodeSelector }}
      nodeSelector:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with .root.Values.tolerations }}
      tolerations:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with .root.Values.affinity }}
      affinity:
        {{- toYaml . | nindent 8 }}
      {{- end }}
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: {{ .name }}
  labels:
    {{- include "quoin.labels" .root | nindent 4 }}
    app.kubernetes.io/component: {{ .component }}
spec:
  maxUnavailable: 1
  selector:
    matchLabels:
      {{- include "quoin.labels" .root | nindent 6 }}
      app.kubernetes.io/component: {{ .component }}
{{- if .pods.autoscaling.enabled }}
---
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  name: {{ .name }}
  labels:
    {{- include "quoin.labels" .root | nindent 4 }}
    app.kubernetes.io/component: {{ .component }}
spec:
  scaleTargetRef:
    apiVersion: apps/v1
    kind: Deployment
    name: {{ .name }}
  minReplicas: {{ .pods.autoscaling.minReplicas }}
  maxReplicas: {{ .pods.autoscaling.maxReplicas }}
  metrics:
    - type: Resource
      resource:
        name: cpu
        target:
          type: Utilization
          averageUtilization: {{ .pods.autoscaling.targetCpuPercent }}
{{- end }}
{{- end }}
